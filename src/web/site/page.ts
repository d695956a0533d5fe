/** What every public page does by itself: the year of the visit, the collapsing menu, a toast left by the page before. */
for (const node of document.querySelectorAll('[data-year]'))
  node.textContent = String(new Date().getFullYear());

const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]');
if (menu) {
  menu.addEventListener('click', (event) => {
    const { target: link, ctrlKey, metaKey, shiftKey, altKey } = event;
    // Closed: the link is followed, as below.
    if (!(link instanceof HTMLAnchorElement) || !menu.open) return;
    menu.open = false;
    const elsewhere = ctrlKey || metaKey || shiftKey || altKey;
    if (elsewhere || link.hash === '' || link.pathname !== location.pathname) return;
    // Within the page: the frame that answers the tap shows the closed menu, and then the page begins to move.
    event.preventDefault();
    requestAnimationFrame(() => setTimeout(() => link.click()));
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
