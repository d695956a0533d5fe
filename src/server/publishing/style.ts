/** What public pages have beside those for subscribers (src/server/subscribers/brand-page.ts). */
export const PUBLIC_STYLE = `
.posts { list-style: none; margin: 32px 0 0; padding: 0; border-top: 1px solid var(--line); }
.posts li { position: relative; margin: 0; padding: 24px 0; border-bottom: 1px solid var(--line); }
.posts h2 { margin: 6px 0 0; padding: 0; border: 0; font-size: 19px; line-height: 26px; overflow-wrap: anywhere; text-wrap: balance; }
.posts h2 a { color: inherit; text-decoration: none; }
.posts h2 a::after { content: ""; position: absolute; inset: 0; }
.posts li:hover h2 a { text-decoration: underline; text-underline-offset: 4px; text-decoration-thickness: 1px; }
.posts h2 a:focus-visible { outline: 0; }
.posts h2 a:focus-visible::after { outline: 2px solid var(--ink); outline-offset: -2px; }
.posts p { margin: 6px 0 0; }
.mark { color: var(--ink); font-weight: 600; }
.dateline { margin-top: 12px; color: var(--ink-3); font-size: 14px; }
.notice { padding: 12px 16px; border: 1px solid var(--line); border-left: 3px solid var(--ink); color: var(--ink); border-radius: var(--radius); }
.figures { margin-top: 24px; }
.figures div { grid-template-columns: minmax(0, 1fr) auto; gap: 16px; }
.figures dd { text-align: right; }
.figure { font-size: 19px; color: var(--ink); font-weight: 600; }
.disclaimer { font-size: 13px; line-height: 20px; color: var(--ink-3); }
article img { width: 100%; height: auto; max-height: none; border-radius: var(--radius); margin-top: 24px; }
.update { margin-top: 40px; padding-top: 24px; border-top: 1px solid var(--line); }
.update h2 { margin: 6px 0 0; padding: 0; border: 0; font-size: 19px; line-height: 26px; }
details { margin-top: 40px; border-top: 1px solid var(--line); color: var(--ink-2); }
summary { display: flex; align-items: center; gap: 8px; min-height: 44px; font-weight: 500; cursor: pointer; }
summary::before { content: "+"; } details[open] summary::before { content: "\\2212"; }
summary:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
footer { padding-inline: max(24px, calc((100% - 672px) / 2)); }
.slug, .notice { max-width: none; }
.slug { display: flex; flex-wrap: wrap; column-gap: 16px; }
@media (max-width: 480px) { footer { padding-inline: 20px; } }
.ways { display: flex; flex-wrap: wrap; gap: 0 24px; margin-top: 32px; }
.ways .link, .posts + .ways .link { color: var(--ink); }
`;
