import { daySchema } from '#src/shared/day.ts';
import { invalid } from '../paging.ts';

/** @throws AppError validation_failed */
export function alertOf(text: string | null): string | null {
  return uuidOf('alert', text, 'the id of an alert');
}

/** @throws AppError validation_failed */
export function uuidOf(name: string, text: string | null, wanted: string): string | null {
  if (text !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw invalid(name, text, wanted);
  return text?.toLowerCase() ?? null;
}

/** @throws AppError validation_failed */
export function dayOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  if (!daySchema.safeParse(text).success) throw invalid(name, text, 'a day such as 2026-11-26');
  return new Date(text);
}
