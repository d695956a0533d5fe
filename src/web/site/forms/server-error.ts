import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** The type of an error that the server has found. */
export const SERVER_TYPE = 'server';

/**
 * Takes back what the server said of a field: to be called when it is changed. React Hook Form itself checks again
 * only what it has sent once.
 */
export function dropServerError<T extends FieldValues>(
  field: FieldPath<T>,
  { getFieldState, clearErrors }: Pick<UseFormReturn<T>, 'getFieldState' | 'clearErrors'>,
): void {
  if (getFieldState(field).error?.type === SERVER_TYPE) clearErrors(field);
}
