import { queryOptions } from '@tanstack/react-query';
import { composedSchema, plannedListSchema, type PlanForm } from '#src/shared/composed.ts';
import { apiGet, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const path = (id: string, part: string) => `/api/v1/alerts/${encodeURIComponent(id)}/${part}`;

/** Under the live topic `alerts`. */
export const plannedQuery = queryOptions({
  queryKey: ['alerts', 'planned'],
  queryFn: ({ signal }) => apiGet('/api/v1/alerts/planned', plannedListSchema, signal),
});

export const reschedule = (id: string, form: PlanForm) => apiPost(path(id, 'plan'), form, composedSchema);
export const sendNow = (id: string) => apiPost(path(id, 'send-now'), {}, composedSchema);
export async function cancelPlan(id: string) {
  const answer = await authorizedFetch(path(id, 'plan'), { method: 'DELETE' });
  return composedSchema.parse(await answer.json());
}

/** The viewer’s own zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Fri 27 Nov 2026, 09:00" of a wall-clock time, which is the same wherever it is read. */
export function localWords(local: string): string {
  const at = new Date(`${local}:00Z`);
  const day = at.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day}, ${local.slice(11, 16)}`;
}

/** Tomorrow at nine, as a wall-clock time. */
export function tomorrowMorning(now: Date): string {
  const day = new Date(now.getTime() + 86_400_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`;
}
