import { AppError } from '#src/shared/errors.ts';
import type { Field } from '../channels/channel.ts';

type Values = Record<string, string>;

/**
 * Checks what was typed against the fields that a channel declares, and sorts it into what may be shown and what is to
 * be sealed. What isn't given stays as it was.
 * @throws AppError validation_failed, with the field's name
 */
export function readFields(
  fields: readonly Field[],
  given: Readonly<Values>,
  before: { settings: Readonly<Values>; secrets: Readonly<Values> } = { settings: {}, secrets: {} },
): { settings: Values; secrets: Values } {
  const refuse = (field: string, sentence: string): never => {
    throw new AppError('validation_failed', sentence, { details: { field } });
  };
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name)) refuse(name, `There is no field “${name}”.`);
  const settings: Values = {};
  const secrets: Values = {};
  for (const field of fields) {
    const { name, label, secret, optional, type } = field;
    const value = given[name] ?? (secret ? before.secrets : before.settings)[name] ?? '';
    if (value.trim() === '') {
      if (!optional) refuse(name, `${label} is missing. Enter it.`);
      continue;
    }
    const read = type.safeParse(value);
    if (!read.success) refuse(name, `${label}: ${read.error.issues[0]?.message ?? 'This is not valid.'}`);
    // A word that a field takes for nothing, such as "none", removes what it had.
    else if (read.data !== '') (secret ? secrets : settings)[name] = read.data;
  }
  return { settings, secrets };
}
