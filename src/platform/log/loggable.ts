const DEEPEST = 5;
/** Values that a caller sent stand in the message of these: what is wrong with them is in the code. */
const DATA_EXCEPTIONS = /^22/;

/**
 * What a log may hold of an error. A failed query carries its parameters in its message, and the database's answer
 * the row in its detail: hashes of passwords and tokens. Both stay out; the query, the code and the constraint say
 * where to look.
 */
export function loggable(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const cause =
    error.cause === undefined || depth === DEEPEST ? {} : { cause: loggable(error.cause, depth + 1) };
  if ('query' in error && 'params' in error) {
    return { name: 'QueryError', message: 'A query failed', query: error.query, ...cause };
  }
  if ('severity' in error && 'code' in error) {
    const { code, message } = error;
    const field = (name: string) => (name in error ? { [name]: Reflect.get(error, name) } : {});
    return {
      name: 'DatabaseError',
      message: DATA_EXCEPTIONS.test(String(code)) ? 'A value was refused' : message,
      code,
      ...field('table'),
      ...field('column'),
      ...field('constraint'),
      ...cause,
    };
  }
  return { name: error.name, message: error.message, stack: error.stack, ...cause };
}
