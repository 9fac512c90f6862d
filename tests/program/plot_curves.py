"""Curves of several runs: labels that tell them apart, columns by formula."""

from _program import Scene, check, check_error, check_exists

with Scene() as scene:
    deck = scene.write("kh.toml", """
[run]
end_time = 0.02
[constants]
B = 0.1
[grid]
cells = [16, 16]
[initial]
density = 1
pressure = 1
velocity_x = "0.1*sin(2*pi*y)"
magnetic_field_x = "B"
""")
    values = ["0.1", "0.2", "0.3"]
    for value in values:
        scene.run("run", deck, "--set", f"constants.B={value}", "--out", f"scan/{value}", "--quiet")
    histories = [f"scan/{value}/kh.hst" for value in values]

    def labels(*words):
        """The labels that a wrong number of --label is told about."""
        _, error = scene.run("plot", *words, *9 * ["--label", "x"], code=2)
        check_error(error, "--label is given 9 times")
        return error.split("curves: ")[1].strip()

    check(labels(*histories) == '"B = 0.1", "B = 0.2", "B = 0.3"', labels(*histories))
    # Numbers in as many digits as tell them apart, and of one series the times alone.
    for gamma in ["1.4", "5/3"]:
        scene.run("run", deck, "--set", f"physics.gamma={gamma}", "--out", f"gamma/{gamma[0]}",
                  "--quiet", "--steps", 2)
    gammas = labels(*sorted(scene.folder.glob("gamma/*/*.hst")))
    check(gammas == '"gamma = 1.4", "gamma = 1.6667"', gammas)
    series = labels(*sorted(scene.folder.glob("gamma/1/*.athdf")), "--slice", "y=0.5")
    check(series.startswith('"t = 0", "t = 0.'), series)
    fields = labels(*histories, "--field", "1-KE", "--field", "1-ME+2-ME")
    check(fields.startswith('"B = 0.1: 1-KE", "B = 0.1: 1-ME+2-ME", "B = 0.2: 1-KE"'), fields)
    # Without decks the folders tell them apart.
    for value in values:
        for file in (scene.folder / "scan" / value).iterdir():
            if file.suffix in (".athdf", ".h5"):
                file.unlink()
    check(labels(*histories) == '"0.1", "0.2", "0.3"', labels(*histories))

    out, _ = scene.run("plot", *histories, "--field", "1-ME/first(1-ME)")
    check(out == "kh.1-ME_first_1-ME_.png\n", out)
    check_exists(scene.folder / out.strip())
    check(not list(scene.folder.glob("scan/*/*1-ME*")), "a picture went into a run's folder")
    pictures = []
    for name, words in [("sum", ["--field", "1-ME+2-ME+3-ME"]), ("one", ["--field", "1-ME"]),
                        ("against", ["--field", "1-ME", "--against", "10*time"]),
                        ("labels", ["--field", "1-ME", "--label", "a", "--label", "b",
                                    "--label", "c"])]:
        scene.run("plot", *histories, *words, "--title", "energy", "--out", name + ".png")
        pictures.append((scene.folder / (name + ".png")).read_bytes())
    check(len(set(pictures)) == 4, "a formula or a label changes nothing")
    _, error = scene.run("plot", *histories, "--field", "1-MEE+foo", "--against", "tim", code=2)
    check_error(error, "no '1-MEE', did you mean '1-ME'?", "no 'foo'", "no 'tim'")
    _, error = scene.run("plot", *histories, "--field", "1-ME+", code=2)
    check_error(error, "--field: '1-ME+'", "ends where a value is expected")
    _, error = scene.run("plot", *histories, "--contours", "1-ME", code=2)
    check_error(error, "--contours")
