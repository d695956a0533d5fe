/** What is wrong, by the name of a field: one sentence each. */
export type Faults = Partial<Record<string, string>>;
/** What a form sends, or why it can't. */
export type Checked<T> = { data: T; faults?: never } | { data?: never; faults: Faults };

type Path = readonly PropertyKey[];
/** Any schema of zod, full or mini. */
export type Schema<T> = {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: Path; message: string }[] } };
};

/**
 * Reads values by the schema that the server reads them by. Each field keeps its first fault; `fieldOf` names the field
 * of an issue where it isn't the first part of its path.
 */
export function checkBy<T>(
  schema: Schema<T>,
  values: unknown,
  fieldOf: (path: Path) => string = ([first]) => String(first),
): Checked<T> {
  const read = schema.safeParse(values);
  if (read.success) return { data: read.data };
  const faults: Faults = {};
  for (const { path, message } of read.error.issues) faults[fieldOf(path)] ??= message;
  return { faults };
}

/** Checks one text field by a function that returns its fault. */
export function checkText<Name extends string>(
  name: Name,
  text: string,
  problemOf: (text: string) => string | undefined,
): Checked<Record<Name, string>> {
  const problem = problemOf(text);
  return problem === undefined
    ? { data: { [name]: text } as Record<Name, string> }
    : { faults: { [name]: problem } };
}
