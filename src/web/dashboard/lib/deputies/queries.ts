import { queryOptions } from '@tanstack/react-query';
import { type DeputyForm, deputyPeriodSchema, deputyPeriodsSchema } from '#src/shared/deputies.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

/** When members are away, and who decides in their place. Under the live topic `team`. */
export const absencesQuery = queryOptions({
  queryKey: ['team', 'absences'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/team/absences', deputyPeriodsSchema, signal)).items,
});
export const setAbsence = (form: DeputyForm) => apiPost('/api/v1/team/absences', form, deputyPeriodSchema);
export const endAbsence = (id: string) => apiDelete(`/api/v1/team/absences/${id}`);
