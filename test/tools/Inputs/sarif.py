"""sarif.py FILE...: the results of SARIF files, after a look at what a reader of SARIF 2.1.0 needs."""

import json
import sys

LEVELS = {"error", "warning", "note", "none"}

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        log = json.load(file)
    assert log["version"] == "2.1.0" and len(log["runs"]) == 1
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    print(f"{driver['name']} {driver['version']}: {len(run['results'])} results")
    for result in run["results"]:
        assert result["level"] in LEVELS
        place = result["locations"][0]["physicalLocation"]
        assert " " not in place["artifactLocation"]["uri"]
        name = place["artifactLocation"]["uri"].rsplit("/", 1)[-1]
        region = place["region"]
        assert region["startLine"] >= 1 and region["startColumn"] >= 1
        print(f"  {result['level']} {name}:{region['startLine']}:{region['startColumn']} {result['message']['text']}")
        for note in result.get("relatedLocations", []):
            print(f"    note {note['message']['text'].splitlines()[0]}{' ...' if len(note['message']['text'].splitlines()) > 1 else ''}")
