// Before the first paint (keys: ui/theme.ts, auth/client.ts). Its hash stands in the policy: astro.config.ts.
function boot() {
  try {
    const { dataset } = document.documentElement;
    const theme = localStorage.getItem('bellwire.theme');
    if (theme === 'day' || theme === 'night') dataset.theme = theme;
    else delete dataset.theme;
    if (localStorage.getItem('bellwire.auth')) dataset.signedIn = '';
    else delete dataset.signedIn;
    if (location.search.includes('action=signup')) dataset.signUp = '';
  } catch {
    // Storage is blocked: the system's theme, and signed out.
  }
}
boot();
// A page drawn ahead is shown later: by then somebody may have signed in or out.
if (document.prerendering) document.addEventListener('prerenderingchange', boot, { once: true });
// So is one that the browser has kept for going back to.
addEventListener('pageshow', ({ persisted }) => persisted && boot());
// Sent before its script is there, a form is sent as soon as it can be (ui/early-submit.ts).
addEventListener(
  'submit',
  (event) => {
    const { dataset } = event.target;
    if (dataset.early === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    dataset.asked = '';
  },
  true,
);
// What waits until the page has been drawn: scripts (scripts/site/late-scripts.ts) and styles (late.astro).
function late() {
  for (const { dataset } of document.querySelectorAll('script[data-late]')) void import(dataset.late);
  for (const link of document.querySelectorAll('link[data-late]')) link.media = 'all';
}
addEventListener('load', () => {
  const drawn = PerformanceObserver.supportedEntryTypes.includes('paint');
  // A page in the background is not drawn before somebody looks at it.
  if (!drawn || document.hidden) return late();
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    late();
  }).observe({ type: 'paint', buffered: true });
});
