/**
 * Puts sentences beside the fields of a prerendered form, as the server does for one that was posted without script
 * (src/server/forms/fill.ts): tied to each control of the field, which counts as wrong as long as one stands there.
 */
export function sentencesOf(form: HTMLFormElement, pattern: HTMLTemplateElement) {
  const shown = new Map<string, string>();

  return (field: string, sentence: string | undefined): void => {
    if (shown.get(field) === sentence) return;
    const place = form.querySelector(`[data-field="${field}"]`);
    if (!place) throw new Error(`The form has no field "${field}".`);
    const id = `${form.dataset['form']}-${field}-error`;
    document.getElementById(id)?.remove();
    for (const control of place.querySelectorAll('[name]')) {
      const own = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== id);
      setOrRemove(control, 'aria-describedby', [...own, sentence && id].filter(Boolean).join(' '));
      setOrRemove(control, 'aria-invalid', sentence && 'true');
    }
    if (sentence === undefined) return void shown.delete(field);
    shown.set(field, sentence);
    const copy = sentenceOf(pattern, sentence);
    copy.id = id;
    place.append(copy);
  };
}

/** A sentence in the look of the pattern. */
export function sentenceOf(pattern: HTMLTemplateElement, sentence: string): HTMLElement {
  const copy = pattern.content.firstElementChild?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('The pattern of a sentence is empty.');
  copy.append(sentence);
  return copy;
}

function setOrRemove(control: Element, name: string, value: string | undefined): void {
  if (value) control.setAttribute(name, value);
  else control.removeAttribute(name);
}
