import os

import relax_lit

config.name = "mu8"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(os.path.dirname(os.environ["PLUGIN"]), "test")
relax_lit.configure(config, bin=os.environ["RELAX_BIN"], plugins=[os.environ["PLUGIN"]])
config.substitutions.append(("%{backend}", os.environ["BACKEND"]))
