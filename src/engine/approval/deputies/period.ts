import { DEPUTY, type DeputyForm } from '#src/shared/deputies.ts';
import { AppError } from '#src/shared/errors.ts';
import { readLocalTime } from '../../timing/local-time.ts';

const DAY_MS = 86_400_000;

/**
 * From when to when somebody is away. One that has begun begins now: nobody decided in their place before they said so.
 * @throws AppError validation_failed
 */
export function readPeriod(
  { from, until, timeZone }: Pick<DeputyForm, 'from' | 'until' | 'timeZone'>,
  now: Date,
): { startsAt: Date; endsAt: Date } {
  const [begins, ends] = [moment('from', from, timeZone), moment('until', until, timeZone)];
  const startsAt = begins > now ? begins : now;
  if (ends <= now) throw invalid('until', 'That time is over. Choose a later one.');
  if (ends <= startsAt) throw invalid('until', 'Choose an end after the beginning.');
  if (ends.getTime() - now.getTime() > DEPUTY.daysMax * DAY_MS)
    throw invalid('until', 'That is more than a year ahead. Choose an earlier time.');
  return { startsAt, endsAt: ends };
}

function moment(field: string, local: string, timeZone: string): Date {
  const read = readLocalTime(local, timeZone);
  if ('problem' in read) throw invalid(field, read.problem);
  return read.at;
}

const invalid = (field: string, sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field } });
