"""lit's format for test/unit: NAME.c is the test, build/test/unit/NAME what runs.

Exit status 0 passes; where cmocka says that it skipped something, the test counts as skipped.
"""

import os

import lit.formats
import lit.Test
import lit.util


class CmockaTest(lit.formats.FileBasedTest):
    def execute(self, test, lit_config):
        name = os.path.splitext(os.path.basename(test.getSourcePath()))[0]
        program = os.path.join(test.config.unit_folder, name)
        if not os.path.exists(program):
            return lit.Test.FAIL, f"'{program}' was not built"
        out, err, status = lit.util.executeCommand([program], cwd=test.config.unit_folder, env=test.config.environment)
        if status != 0:
            return lit.Test.FAIL, f"exit status {status}\n{out}{err}"
        skipped = [line for line in err.splitlines() + out.splitlines() if "SKIPPED" in line]
        return (lit.Test.UNSUPPORTED, "\n".join(skipped)) if skipped else (lit.Test.PASS, "")
