import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { activityPageSchema, activityPeopleSchema } from '#src/shared/activity.ts';
import type { Role } from '#src/shared/permissions.ts';
import { type InvitedRole, invitationSchema, invitationsSchema } from '#src/shared/team.ts';
import { apiDelete, apiGet, apiPost, apiSend } from '#src/web/lib/api/api.ts';

export const invitationsQuery = queryOptions({
  queryKey: ['team', 'invitations'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/team/invitations', invitationsSchema, signal)).items,
});

export const invite = (form: { email: string; role: InvitedRole }) =>
  apiPost('/api/v1/team/invitations', form, invitationSchema);
export const resend = (id: string) => apiPost(`/api/v1/team/invitations/${id}/resend`, {}, invitationSchema);
export const withdraw = (id: string) => apiDelete(`/api/v1/team/invitations/${id}`);

export const changeRole = ({ userId, role }: { userId: string; role: Role }) =>
  apiSend(`/api/v1/team/members/${userId}/role`, { role });
export const removeMember = (userId: string) => apiDelete(`/api/v1/team/members/${userId}`);
export const leaveTeam = () => apiSend('/api/v1/team/leave', {});

/** `filter` is the query behind the question mark. */
export const activityQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['team', 'activity', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      query.set('limit', '50');
      if (pageParam) query.set('cursor', pageParam);
      return apiGet(`/api/v1/team/activity?${query}`, activityPageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export const activityPeopleQuery = queryOptions({
  queryKey: ['team', 'activity-people'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/team/activity/people', activityPeopleSchema, signal)).items,
});
