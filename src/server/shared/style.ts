import { createHash } from 'node:crypto';

/** The colors of src/web/ui/tokens.css. The page has no other style sheet and no script. */
const RULES = `
:root { color-scheme: light dark; --paper: light-dark(#f7f2e8, #131210); --raised: light-dark(#fdfaf4, #1b1a16); --ink: light-dark(#1c1914, #ede7da); --ink-2: light-dark(#514a3e, #bdb4a2); --ink-3: light-dark(#6a6152, #968d7c); --line: light-dark(#ddd3c1, #2d2a24); --brass: light-dark(#855c12, #d8a648); --brass-strong: light-dark(#6c4a0c, #e7bb66); --on-brass: light-dark(#fffaf0, #1a1407); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink); font: 15px/24px Inter, system-ui, sans-serif; display: flex; flex-direction: column; }
header { padding: 6px 24px; border-bottom: 1px solid var(--line); }
header a { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; color: var(--ink); text-decoration: none; font: 500 20px/28px Newsreader, Georgia, serif; letter-spacing: -0.015em; }
header circle { fill: var(--brass); }
main { width: 100%; max-width: 720px; margin: 0 auto; padding: 64px 24px; flex-grow: 1; }
.slug { margin: 0; font: 11px/16px "JetBrains Mono", ui-monospace, monospace; letter-spacing: 0.08em; text-transform: uppercase; color: var(--ink-3); overflow-wrap: anywhere; }
h1 { margin: 12px 0 0; font: 500 clamp(28px, 3vw + 18px, 44px)/1.1 Newsreader, Georgia, serif; letter-spacing: -0.015em; overflow-wrap: anywhere; text-wrap: balance; }
p { margin: 16px 0 0; max-width: 60ch; color: var(--ink-2); text-wrap: pretty; }
dl { margin: 32px 0 0; border-top: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: 120px minmax(0, 1fr); padding: 10px 0; border-bottom: 1px solid var(--line); }
dd { margin: 0; }
dt { color: var(--ink-3); font-size: 13px; }
dd { font: 13px/24px "JetBrains Mono", ui-monospace, monospace; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.act { display: inline-flex; align-items: center; min-height: 44px; margin-top: 32px; padding: 0 20px; border-radius: 3px; background: var(--brass); color: var(--on-brass); font: inherit; font-weight: 500; text-decoration: none; border: 0; cursor: pointer; }
.act:hover { background: var(--brass-strong); }
.link { color: var(--brass); text-underline-offset: 3px; display: inline-flex; min-height: 44px; align-items: center; }
img { display: block; max-width: 100%; max-height: 70vh; margin-top: 40px; border: 1px solid var(--line); background: var(--raised); }
a:focus-visible, button:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
@media (max-width: 480px) { main { padding: 40px 20px; } dl div { grid-template-columns: minmax(0, 1fr); } .act { display: flex; justify-content: center; } }
`;

/** Faces of the built site, by the beginning of their file's name. */
const FACES = [
  ['newsreader.', 'Newsreader', '500'],
  ['inter.', 'Inter', '100 900'],
  ['jetbrains-mono.', 'JetBrains Mono', '100 800'],
] as const;

/** The style sheet with the site's own faces, and what a policy names it by. @param files paths of the built site */
export function sharedStyle(files: Iterable<string>): { css: string; hash: string } {
  const paths = [...files];
  const faces = FACES.flatMap(([start, family, weight]) => {
    const path = paths.find((each) => each.startsWith(`/_assets/${start}`) && each.endsWith('.woff2'));
    return path
      ? [
          `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url("${path}") format("woff2"); }`,
        ]
      : [];
  });
  const css = `${faces.join('\n')}${RULES}`;
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}
