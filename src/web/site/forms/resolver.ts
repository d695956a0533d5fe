import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** A schema of the small build of zod, which is all that a public page carries. */
type Schema<T> = {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; code: string; message: string }[] } };
};

/** Checks a form by the schema that the server checks by. One sentence per field: its first. */
export function schemaResolver<Values extends FieldValues, Parsed>(
  schema: Schema<Parsed>,
): Resolver<Values, unknown, Parsed> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of parsed.error.issues)
      errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
