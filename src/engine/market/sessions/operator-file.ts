import { z } from 'zod';
import { type ClosedYear, CLOSINGS_NAMES, type ClosingsName } from './calendars.ts';

const yearSchema = z.string().regex(/^(19|20)\d\d$/, 'is not a year');
const daysSchema = z.array(z.iso.date()).max(366);
const closedSchema = z.strictObject({ holidays: daysSchema, earlyCloses: daysSchema.optional() });
const fileSchema = z.partialRecord(
  z.enum(CLOSINGS_NAMES, `must be one of ${CLOSINGS_NAMES.join(', ')}`),
  z.record(yearSchema, closedSchema),
);

/**
 * Reads an operator's file of holidays: by market and year, `holidays` and `earlyCloses` as YYYY-MM-DD.
 * @throws Error that names the place in the file
 */
export function readClosings(text: string): { name: ClosingsName; closed: ClosedYear }[] {
  const parsed = fileSchema.safeParse(json(text));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' };
    throw new Error(`${path.join('.') || 'the file'}: ${message}`);
  }
  return CLOSINGS_NAMES.flatMap((name) =>
    Object.entries(parsed.data[name] ?? {}).map(([year, { holidays, earlyCloses = [] }]) => {
      const other = [...holidays, ...earlyCloses].find((day) => !day.startsWith(`${year}-`));
      if (other !== undefined) throw new Error(`${name}.${year}: ${other} is in another year`);
      const twice = earlyCloses.find((day) => holidays.includes(day));
      if (twice !== undefined) throw new Error(`${name}.${year}: ${twice} is a holiday and a half day`);
      return { name, closed: { year: Number(year), holidays, earlyCloses } };
    }),
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('the file isn’t valid JSON', { cause: error });
  }
}
