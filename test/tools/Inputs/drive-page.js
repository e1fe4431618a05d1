// Uses the page of --dump-ir-dir as a person would, and says what it shows.
"use strict";
const result = [];
const say = (name, value) => result.push(`${name}: ${value}`);
const buttons = () => [...document.querySelectorAll("nav button")];
const cells = (kind) => [...document.querySelectorAll(`main .${kind}`)].filter((cell) => cell.textContent);
const text = (cell) => cell.textContent.replace(/^\d+\s*/, "").trim();

say("stages", buttons().map((button) => button.children[1].textContent).join(" "));
buttons()[1].click();
say("shown", buttons().findIndex((button) => button.classList.contains("shown")));
say("heads", [...document.querySelectorAll("main .head")].map((head) => head.textContent).join(" | "));
say("out", cells("out").map(text).join(" | "));
say("in", cells("in").map(text).join(" | ") || "nothing");

document.querySelector('main .v[data-value="%y"]').click();
say("followed", document.querySelector("#followed").textContent);
say("marked", new Set([...document.querySelectorAll("main .follow")].map((span) => span.textContent)).size);
say("dots", buttons().filter((button) => button.classList.contains("has")).length === buttons().length);
document.querySelector("#followed").click();
say("let go", document.querySelectorAll("main .follow").length === 0 && document.querySelector("#followed").hidden);

const symbol = [...document.querySelectorAll("main .s")].find((span) => span.textContent === "n");
symbol.dispatchEvent(new MouseEvent("mouseenter", { clientX: 10, clientY: 10 }));
say("tip", document.querySelector("#tip").textContent.replaceAll("\n", " / "));
symbol.dispatchEvent(new MouseEvent("mouseleave"));
say("tip gone", document.querySelector("#tip").style.display);

dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
say("arrow", buttons().findIndex((button) => button.classList.contains("shown")));
buttons()[0].dispatchEvent(new MouseEvent("click", { shiftKey: true }));
say("compared", [...document.querySelectorAll("main .head")].map((head) => head.textContent).join(" | "));
say("times", [...document.querySelectorAll("nav tr")].some((row) => /^cse\d+×[\d.]+ ms$/.test(row.textContent)));
const named = (name) => buttons().find((button) => button.children[1].textContent === name);
named("relax-fuse-ops").click();
say("groups", [...document.querySelectorAll(".group")].map((group) => group.textContent).join(" | "));
named("relax-plan-memory").click();
const bars = () => [...document.querySelectorAll("rect")].map((rect) => rect.textContent);
say("plan", document.querySelector("details summary").textContent);
say("bars", bars().join(" | "));
document.querySelector("rect").dispatchEvent(new MouseEvent("click", { bubbles: true }));
say("bar followed", document.querySelectorAll("rect.follow").length);
const input = document.querySelector("details input");
input.value = 2;
input.dispatchEvent(new Event("input"));
say("with n = 2", bars().join(" | "));
const longest = stages.reduce((best, stage, k) => (stage.text.length > stages[best].text.length ? k : best), 0);
buttons()[longest].click();
const fold = document.querySelector("main .fold"), before = document.querySelectorAll("main .row").length;
if (fold) fold.click();
say("unfolds", !fold || document.querySelectorAll("main .row").length > before);
document.body.append(Object.assign(document.createElement("pre"), { textContent: `\n${result.join("\n")}\n` }));
