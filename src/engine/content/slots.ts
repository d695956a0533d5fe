const SLOT = /\{\{\s*([a-z_]+)\s*\}\}/g;

/**
 * Fills a template's {{slots}}. One pass, so a value that looks like a slot stays text. A slot without a
 * value is an error, and so is anything left that looks like a slot: half a figure must never be sent.
 */
export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  if (/\{\{|\}\}/.test(template.replace(SLOT, '')))
    throw new Error(`The template "${template}" has a broken slot.`);
  return template.replace(SLOT, (_whole, name: string) => {
    const value = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (value === undefined)
      throw new Error(`The template "${template}" names the unknown slot {{${name}}}.`);
    return value;
  });
}
