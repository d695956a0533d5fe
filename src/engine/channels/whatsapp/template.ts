import * as z from 'zod/mini';
import { CATEGORIES } from './prices.ts';

/**
 * What goes between the fixed words of a template: {{1}} is the headline, {{2}} the text. A template may neither begin nor
 * end with a variable, and {{2}} doesn't begin a line, where a text could be taken for a list or a quote.
 */
export const TEMPLATE_BODY =
  'Market alert: *{{1}}*\n\nDetails: {{2}}\n\nYou receive this message because you signed up for these alerts.';

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
const BODY_MAX = 1024;
/** The fixed words of a template, its line breaks among them. */
export const FIXED_MAX = TEMPLATE_BODY.replaceAll(VARIABLE, '').length;
export const HEADLINE_MAX = 120;
/** What the provider takes as a body, without its fixed words and the headline. */
export const TEXT_MAX = BODY_MAX - FIXED_MAX - HEADLINE_MAX;

const componentSchema = z.object({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  buttons: z.optional(z.array(z.object({ type: z.string(), url: z.optional(z.string()) }))),
});
export const templateSchema = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.optional(z.string()),
  components: z.optional(z.array(componentSchema)),
});
type Template = z.infer<typeof templateSchema>;

const variablesOf = (text: string): string[] =>
  [...text.matchAll(VARIABLE)].flatMap(([, name]) => (name === undefined ? [] : [name]));

const STATES: Readonly<Record<string, string>> = {
  PENDING: 'is still being reviewed by Meta. Try again when it’s approved.',
  IN_APPEAL: 'is still being reviewed by Meta. Try again when it’s approved.',
  REJECTED: 'was rejected by Meta. Edit it in WhatsApp Manager and submit it again.',
  PAUSED: 'is paused by Meta because of its quality. Use another template, or wait until it’s active.',
  DISABLED: 'was disabled by Meta because of its quality. Create another one.',
};

/** Why a template can't carry an alert, in words; null where it can. */
export function templateProblem(
  templates: readonly Template[],
  { name, language, picture }: { name: string; language: string; picture: boolean },
): string | null {
  const which = `The template “${name}” in ${language}`;
  const found = templates.find((each) => each.name === name && each.language === language);
  if (!found)
    return `${which} doesn’t exist. Create it in WhatsApp Manager, or remove the language from the list.`;
  if (found.status !== 'APPROVED')
    return `${which} ${STATES[found.status] ?? `isn’t approved (${found.status}).`}`;
  const components = found.components ?? [];
  const of = (type: string) => components.find((each) => each.type.toUpperCase() === type);
  const body = of('BODY')?.text ?? '';
  const variables = [...new Set(variablesOf(body))].sort();
  if (variables.join(' ') !== '1 2')
    return `${which} needs the variables {{1}} and {{2}} in its body, and no others.`;
  if (body.replaceAll(VARIABLE, '').length > FIXED_MAX)
    return `${which} has more than ${FIXED_MAX} characters beside its variables, which leaves too little room for alerts. Shorten it.`;
  const header = of('HEADER');
  if (picture && header?.format !== 'IMAGE')
    return `${which} needs a header of the type Image. Templates without one go into the other field.`;
  if (!picture && header && header.format !== 'TEXT')
    return `${which} has a ${String(header.format).toLowerCase()} header. Enter it as the template with a picture, and one without a header here.`;
  if (variablesOf(header?.text ?? '').length > 0) return `${which} has a variable in its header. Remove it.`;
  if ((of('BUTTONS')?.buttons ?? []).some(({ url }) => variablesOf(url ?? '').length > 0))
    return `${which} has a button with a variable. Remove it.`;
  return null;
}

/** What a template's owner has to correct so that we show the right price, in words. It is sent all the same. */
export function categoryWarning(
  templates: readonly Template[],
  { name, language, category }: { name: string; language: string; category: string },
): string | null {
  const found = templates.find((each) => each.name === name && each.language === language);
  const listed = CATEGORIES.find((each) => each === found?.category?.toLowerCase()) ?? category;
  return listed === category
    ? null
    : `Meta lists the template “${name}” in ${language} under ${listed}, which has another price. Change the category here.`;
}
