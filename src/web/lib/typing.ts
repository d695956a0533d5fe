/** Where letters are letters. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="textbox"]';

/** Whether a key is typed into a field or held together with another: then it is no shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return event.target instanceof Element && event.target.closest(FIELDS) !== null;
}

/** Whether a dialog is open over the page: what is below it does not listen. */
export const isCovered = (): boolean => document.querySelector('dialog[open]') !== null;
