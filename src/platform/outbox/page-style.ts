/** Paper by day, a desk at night; figures and addresses in the mono, brass for what can be acted on. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #f6f1e7; --sheet: #fffdf8; --ink: #1d1a16; --mute: #655d50; --rule: #ddd4c3; --rule-strong: #1d1a16; --brass: #7a5410; }
@media (prefers-color-scheme: dark) { :root { --paper: #12110f; --sheet: #1b1916; --ink: #efe9dd; --mute: #b0a797; --rule: #35302a; --rule-strong: #8b8272; --brass: #d9ad58; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 Inter, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 40px 24px 72px; }
h1 { font: 500 36px/1.14 Newsreader, Georgia, "Times New Roman", serif; letter-spacing: -0.012em; margin: 0; overflow-wrap: anywhere; text-wrap: balance; }
a { color: inherit; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
.mono { font-family: "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-variant-numeric: tabular-nums; font-size: 13px; }
.mute { color: var(--mute); }
.sub { margin: 10px 0 0; max-width: 62ch; color: var(--mute); }
.bar { display: flex; justify-content: space-between; align-items: baseline; gap: 24px; padding-bottom: 14px; margin-top: 36px; border-bottom: 2px solid var(--rule-strong); }
.bar a { display: inline-flex; align-items: center; min-height: 44px; margin: -11px 0; }
.bar a, .back, .links a { color: var(--brass); text-decoration: underline; text-underline-offset: 3px; text-decoration-thickness: 1px; }
ol { list-style: none; margin: 0; padding: 0; }
.day { margin: 0; font-weight: 400; display: block; padding: 22px 0 8px; border-bottom: 1px solid var(--rule); }
.row { display: grid; grid-template-columns: 72px minmax(0, 1fr) auto; gap: 2px 20px; align-items: baseline; padding: 12px 0; min-height: 48px; border-bottom: 1px solid var(--rule); }
.row .to { text-align: right; overflow-wrap: anywhere; max-width: 300px; }
.row .subject { font-weight: 550; overflow-wrap: anywhere; }
.row:hover .subject { text-decoration: underline; text-decoration-color: var(--brass); text-underline-offset: 3px; }
.empty { padding: 56px 0; border-bottom: 1px solid var(--rule); }
.empty p { margin: 0 0 6px; font: 500 22px/1.3 Newsreader, Georgia, "Times New Roman", serif; }
.empty span { color: var(--mute); }
.back { display: inline-flex; align-items: center; min-height: 44px; margin: -12px 0 12px; }
dl { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 6px 16px; margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--rule); }
dt { color: var(--mute); } dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; gap: 28px; margin-top: 28px; border-bottom: 1px solid var(--rule); }
.tabs a { display: inline-flex; align-items: center; min-height: 44px; color: var(--mute); border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--brass); }
iframe { display: block; width: 100%; height: 780px; border: 1px solid var(--rule); border-top: 0; background: #fff; }
@media (prefers-color-scheme: dark) { iframe { background: var(--paper); } }
pre { margin: 0; padding: 22px 20px 28px; background: var(--sheet); border: 1px solid var(--rule); border-top: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; line-height: 1.6; }
.links { margin-top: 28px; } .links h2 { font-size: 13px; font-weight: 600; margin: 0 0 4px; color: var(--mute); }
.links a { display: inline-flex; align-items: center; min-height: 44px; overflow-wrap: anywhere; }
@media (max-width: 720px) {
  main { padding: 28px 18px 56px; } h1 { font-size: 29px; } .bar { margin-top: 28px; }
  .row .to { grid-column: 2 / -1; text-align: left; max-width: none; } .row .subject { grid-column: 2 / -1; }
  .row { grid-template-columns: 66px minmax(0, 1fr); gap: 2px 12px; } iframe { height: 860px; }
}`;
