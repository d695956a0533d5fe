/** What every public page does by itself: the year of the visit, the collapsing menu, a toast left by the page before. */
for (const node of document.querySelectorAll('[data-year]'))
  node.textContent = String(new Date().getFullYear());

const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]');
if (menu) {
  menu.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    // First the page begins to move: the frame that answers the tap does not wait for the header to be laid out anew.
    requestAnimationFrame(() => setTimeout(() => (menu.open = false)));
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

function showToastLeft(): void {
  if (sessionStorage.getItem('bellwire.toast') === null) return;
  void import('./mount-toaster.tsx').then(({ mountToaster }) => mountToaster());
}
// A page drawn ahead of the click may be left a toast before it is shown.
if ('prerendering' in document && document.prerendering === true)
  document.addEventListener('prerenderingchange', showToastLeft, { once: true });
else showToastLeft();
