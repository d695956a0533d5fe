import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type NotificationMail, notificationMailsSchema } from '#src/shared/notifications.ts';
import { apiGet, authorizedFetch } from '#src/web/lib/api/api.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import { Section } from './section.tsx';

const mailsQuery = queryOptions({
  queryKey: ['notifications', 'mail'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/notifications/mail', notificationMailsSchema, signal)).items,
});

const choose = (choice: NotificationMail): Promise<Response> =>
  authorizedFetch('/api/v1/notifications/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  });

/** Which notifications also come by email. Each choice is saved at once, and undone if the server rejects it. */
export function MailSection() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(mailsQuery);
  const show = ({ kind, mail }: NotificationMail): void =>
    void queries.setQueryData(mailsQuery.queryKey, (items) =>
      items?.map((item) => (item.kind === kind ? { kind, mail } : item)),
    );
  const { mutate } = useMutation({
    mutationFn: choose,
    onMutate: show,
    onError: (error, choice) => {
      show({ ...choice, mail: !choice.mail });
      toast({ title: 'Not saved', description: error.message, variant: 'destructive' });
    },
  });
  return (
    <Section
      title="Emails"
      text="Alerts are emailed as they are sent. Notifications are emailed if you haven't read them within five minutes, at most once an hour per kind. News about your account's security, trial and payments is always emailed."
    >
      {isError ? (
        <ErrorState
          title="Your choices couldn’t be loaded"
          text="Check the connection."
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {data.map(({ kind, mail }) => (
            <li key={kind} className="flex min-h-11 items-center">
              <Checkbox
                label={MAIL_KINDS[kind]}
                checked={mail}
                onChange={(event) => mutate({ kind, mail: event.target.checked })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Section>
  );
}
