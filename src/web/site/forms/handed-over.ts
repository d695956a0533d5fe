/**
 * A form of a public page is there before its script: a quick visitor has typed into it, or the server has answered
 * it with what was typed and with what was wrong (src/server/forms). React must not wipe the one nor stumble over the
 * other, so both are taken out of the page before React takes the form over.
 */
type HandedOver = {
  /** By field: a text, whether the one checkbox is ticked, or the values of the ticked ones among several. */
  values: Record<string, string | boolean | string[]>;
  /** The server's sentence for a field; `root` for the form as a whole. */
  errors: Record<string, string>;
  /** The form belongs to React now. Only the first caller gets what was typed until then. */
  settle: () => void;
};

/** What the server puts beside a field; its value names the field. */
const SERVER_ERROR = 'data-server-error';

const taken = new WeakMap<HTMLFormElement, HandedOver>();
const nothing: HandedOver = { values: {}, errors: {}, settle: () => undefined };

/**
 * Takes over the form `<form data-form="name">` of the page: to be called while its component renders for the first
 * time, which is before React looks at the markup. A render that is begun again gets the same.
 */
export function takeForm(name: string): HandedOver {
  if (typeof document === 'undefined') return nothing;
  const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
  if (!form) return nothing;
  const before = taken.get(form);
  if (before) return before;

  const errors: HandedOver['errors'] = {};
  for (const node of form.querySelectorAll(`[${SERVER_ERROR}]`)) {
    errors[node.getAttribute(SERVER_ERROR) ?? ''] = node.textContent.trim();
    node.remove();
  }
  const handed: HandedOver = {
    values: readValues(form),
    errors,
    settle: () => {
      form.removeEventListener('input', read);
      handed.values = {};
      handed.errors = {};
    },
  };
  // React works in slices: somebody may type on until it is done.
  const read = (): void => {
    handed.values = readValues(form);
  };
  form.addEventListener('input', read);
  taken.set(form, handed);
  return handed;
}

/** What stands in the controls of a form now, by field; nothing for a choice that nobody made. */
export function readValues(form: HTMLFormElement): HandedOver['values'] {
  const values: HandedOver['values'] = {};
  for (const control of form.elements) {
    if (!isControl(control) || control.name === '') continue;
    const value = valueOf(form, control);
    if (value !== undefined) values[control.name] = value;
  }
  return values;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isControl = (element: Element): element is Control =>
  ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);

function valueOf(form: HTMLFormElement, control: Control): string | boolean | string[] | undefined {
  const type = control.type;
  if (type !== 'checkbox' && type !== 'radio') return control.value;
  const all = [...form.querySelectorAll<HTMLInputElement>(`input[name="${control.name}"]`)];
  const ticked = all.filter((one) => one.checked).map((one) => one.value);
  if (type === 'radio') return ticked[0];
  return all.length > 1 ? ticked : ticked.length === 1;
}
