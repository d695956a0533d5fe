import { type HTMLElement, parse } from 'node-html-parser';

/** What goes back into a form that was posted without script. */
export type Filling = {
  /** What was typed. */
  values: URLSearchParams;
  /** By field, the sentence that says what is wrong. */
  errors: Readonly<Record<string, string>>;
  /** What went wrong with all of it. */
  notice?: { title: string; text: string };
};

/** The same look as FieldError in src/web/ui/field.tsx, whose classes the style sheet therefore has. */
const ERROR_CLASS = 'mt-2 flex items-start gap-1.5 text-sm text-fault';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="mt-0.5 shrink-0" aria-hidden="true"><circle cx="12" cy="12" r="10"></circle><line x1="12" x2="12" y1="8" y2="12"></line><line x1="12" x2="12.01" y1="16" y2="16"></line></svg>';

/**
 * The page with `<form data-form="name">` filled in: the values in its controls, each sentence at the end of its field's
 * wrapper (`data-field`; after it, a grid would set the sentence under another field) or, without one, after the
 * control; and the first wrong control focused, or the notice where no field is wrong: browsers scroll to what has the
 * focus. Only the form is read and written again, so that the rest of the page stays what its policy's hashes were made
 * of.
 * @throws Error when the page has no such form
 */
export function fillForm(page: string, name: string, filling: Filling): string {
  const opening = new RegExp(`<form\\b[^>]*\\sdata-form="${name}"[^>]*>`).exec(page);
  const end = opening ? page.indexOf('</form>', opening.index) : -1;
  if (!opening || end < 0) throw new Error(`The page has no form "${name}".`);
  const stop = end + '</form>'.length;
  // React marks the seams between texts with comments.
  const form = parse(page.slice(opening.index, stop), { comment: true });

  const controls = form.querySelectorAll('input[name], select[name], textarea[name]');
  for (const control of controls) fillControl(control, filling.values);
  for (const [field, sentence] of Object.entries(filling.errors)) {
    const own = controls.filter((control) => control.getAttribute('name') === field);
    const [first] = own;
    if (!first) continue;
    const id = `${name}-${field}-error`;
    for (const control of own) {
      control.setAttribute('aria-invalid', 'true');
      const described = [control.getAttribute('aria-describedby'), id].filter(Boolean).join(' ');
      control.setAttribute('aria-describedby', escape(described));
    }
    const place = first.closest(`[data-field="${field}"]`);
    (place ?? first).insertAdjacentHTML(
      place ? 'beforeend' : 'afterend',
      `<p id="${id}" data-server-error="${field}" class="${ERROR_CLASS}">${ICON}${escape(sentence)}</p>`,
    );
  }
  const wrong = controls.find((control) => control.hasAttribute('aria-invalid'));
  wrong?.setAttribute('autofocus', '');
  if (filling.notice) {
    const { title, text } = filling.notice;
    const focus = wrong ? '' : ' tabindex="-1" autofocus';
    form.firstElementChild?.insertAdjacentHTML(
      'afterbegin',
      `<p role="alert"${focus} data-server-error="root" class="${ERROR_CLASS}">${ICON}<span><strong>${escape(title)}</strong> ${escape(text)}</span></p>`,
    );
  }
  return page.slice(0, opening.index) + form.toString() + page.slice(stop);
}

function fillControl(control: HTMLElement, values: URLSearchParams): void {
  const name = control.getAttribute('name') ?? '';
  const typed = values.getAll(name);
  const type = control.getAttribute('type');
  if (control.tagName === 'TEXTAREA') {
    // The first line break after the tag is not part of the text.
    control.set_content(`\n${escape(typed[0] ?? '')}`);
  } else if (control.tagName === 'SELECT') {
    for (const option of control.querySelectorAll('option'))
      setFlag(option, 'selected', (option.getAttribute('value') ?? option.text) === typed[0]);
  } else if (type === 'checkbox' || type === 'radio') {
    setFlag(control, 'checked', typed.includes(control.getAttribute('value') ?? 'on'));
  } else if (type !== 'hidden' && type !== 'submit') {
    control.setAttribute('value', escape(typed[0] ?? ''));
  }
}

function setFlag(element: HTMLElement, name: string, on: boolean): void {
  if (on) element.setAttribute(name, '');
  else element.removeAttribute(name);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** The parser writes attributes and contents as they are given. Without NUL, which HTML cannot hold. */
const escape = (text: string): string =>
  text.replaceAll('\0', '\ufffd').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
