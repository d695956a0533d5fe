import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MemberDevice, NotificationPush } from '#src/shared/notifications.ts';
import type { Support } from '#src/web/dashboard/lib/browser-notifications/browser.ts';
import { pushesQuery, setApproves } from '#src/web/dashboard/lib/browser-notifications/queries.ts';
import { useBrowser } from '#src/web/dashboard/lib/browser-notifications/use-browser.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { apiSend } from '#src/web/lib/api/api.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import { Section } from './section.tsx';

const CANT: Record<Exclude<Support, 'able'>, string> = {
  install:
    'On iPhone and iPad, notifications need Bellwire on the Home Screen: tap Share, then Add to Home Screen, and open it from there.',
  unable: 'This browser can’t show notifications. Private windows can’t either.',
  blocked: 'This browser blocks notifications from this site. Allow them in its site settings.',
};

/** Notifications in browsers: in which, and of what. */
export function NotifySection() {
  const { browsers, can, own, isBusy, turnOn, turnOff, practice } = useBrowser();
  const { data, error, refetch } = browsers;
  return (
    <Section
      title="Notifications"
      text="Your browser or phone shows when an alert waits for your approval, even while Bellwire is closed. Signing out turns notifications off."
    >
      {data && can ? (
        <>
          {data.items.length > 0 ? (
            <ul className="mb-6 border-t border-line" aria-label="Browsers with notifications">
              {data.items.map((browser) => (
                <BrowserRow
                  key={browser.id}
                  browser={browser}
                  isHere={browser.id === own?.id}
                  isBusy={isBusy}
                  onTurnOff={() => void turnOff(browser.id)}
                />
              ))}
            </ul>
          ) : null}
          <div className="flex flex-wrap items-center gap-3">
            {can === 'able' ? (
              own ? null : (
                <Button busy={isBusy} onClick={() => void turnOn()}>
                  Turn on in this browser
                </Button>
              )
            ) : (
              <p className="max-w-text text-sm text-ink-2">{CANT[can]}</p>
            )}
            {data.practice ? (
              <Button disabled={isBusy} onClick={() => void practice()}>
                Use a practice browser
              </Button>
            ) : null}
          </div>
          {data.items.length > 0 ? <Kinds /> : null}
        </>
      ) : error ? (
        <ErrorState
          title="Your browsers couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-11 w-56 max-w-full" />
        </>
      )}
    </Section>
  );
}

function BrowserRow({
  browser: { id, name, approves, createdAt },
  isHere,
  isBusy,
  onTurnOff,
}: {
  browser: MemberDevice;
  isHere: boolean;
  isBusy: boolean;
  onTurnOff: () => void;
}) {
  const queries = useQueryClient();
  const mayApprove = useMay('alerts:approve');
  const { mutate, isPending } = useMutation({
    mutationFn: (next: boolean) => setApproves(id, next),
    onError: (error) => toast({ title: 'Not saved', description: error.message, variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', 'devices'] }),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 text-base">
          <span className="wrap-anywhere">{name}</span>
          {isHere ? <Badge>This browser</Badge> : null}
        </p>
        <p className="text-sm text-ink-2">
          On since <Time at={createdAt} />
        </p>
        {mayApprove ? (
          <div className="mt-3">
            <Checkbox
              label="Approve short alerts from the notification"
              hint="Anyone who can use this device can then approve."
              checked={approves}
              disabled={isPending}
              onChange={(event) => mutate(event.target.checked)}
            />
          </div>
        ) : null}
      </div>
      <Button size="sm" disabled={isBusy} aria-label={`Turn off ${name}`} onClick={onTurnOff}>
        Turn off
      </Button>
    </li>
  );
}

/** Each choice is saved at once, and undone if the server rejects it. */
function Kinds() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(pushesQuery);
  const show = ({ kind, push }: NotificationPush): void =>
    void queries.setQueryData(pushesQuery.queryKey, (items) =>
      items?.map((item) => (item.kind === kind ? { kind, push } : item)),
    );
  const { mutate } = useMutation({
    mutationFn: (choice: NotificationPush) => apiSend('/api/v1/notifications/push', choice),
    onMutate: show,
    onError: (failed, choice) => {
      show({ ...choice, push: !choice.push });
      toast({ title: 'Not saved', description: failed.message, variant: 'destructive' });
    },
  });
  return (
    <>
      <h3 className="mt-8 mb-2 text-base font-semibold">Notify me of</h3>
      {data ? (
        <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {data.map(({ kind, push }) => (
            <li key={kind} className="flex min-h-11 items-center">
              <Checkbox
                label={MAIL_KINDS[kind]}
                checked={push}
                onChange={(event) => mutate({ kind, push: event.target.checked })}
              />
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          title="Your choices couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </>
  );
}
