import { useState } from 'react';
import type { ChatLink, ReviewChat } from '#src/shared/review-chats.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { chooseChat, linkChat, setChat, unlinkChat } from './queries.ts';

type Run = ReturnType<typeof useActOn>['run'];
type Part = { chat: ReviewChat; busy: boolean; run: Run };
const FAILED = { failure: 'Nothing was changed' };

/** One connection whose bot can ask people to decide. */
export function ReviewChatRow({ chat, mayManage }: { chat: ReviewChat; mayManage: boolean }) {
  const { busy, run } = useActOn('account');
  const titleOf = useChannelTitle();
  const { connectionId, name, channel, on, place } = chat;
  return (
    <li aria-label={name} className="grid gap-4 border-b border-line py-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-ink-2">{titleOf(channel)}</span>
          {on ? <Badge>On</Badge> : null}
        </p>
        {mayManage ? (
          <Button
            size="sm"
            busy={busy}
            aria-label={on ? `Turn off approval in ${name}` : `Turn on approval in ${name}`}
            onClick={() =>
              void run(() => setChat(connectionId, { on: !on, place: on ? null : place }), FAILED)
            }
          >
            {on ? 'Turn off' : 'Turn on'}
          </Button>
        ) : null}
      </div>
      {on && mayManage ? <Setup chat={chat} busy={busy} run={run} /> : null}
      {on ? <You chat={chat} busy={busy} run={run} /> : null}
    </li>
  );
}

function Setup({ chat: { connectionId, place, places, steps, callbackUrl }, busy, run }: Part) {
  const isOurs = steps.some((step) => step.includes('{url}'));
  return (
    <>
      {steps.length === 1 ? <p className="max-w-text text-ink-2">{steps[0]}</p> : null}
      {steps.length > 1 ? (
        <ol className="grid max-w-text list-decimal gap-1 pl-5 text-ink-2">
          {steps.map((step) => (
            <li key={step}>{step.replace('{url}', 'the callback address')}</li>
          ))}
        </ol>
      ) : null}
      {isOurs ? (
        <p className="wrap-anywhere">
          <span className="text-ink-2">Callback address </span>
          <span className="figure">{callbackUrl}</span>
        </p>
      ) : null}
      <div className="max-w-80">
        <Select
          label="Review channel"
          hint="Every request is also posted there. Only linked people who may approve can decide."
          disabled={busy}
          options={[
            { value: '', label: 'None' },
            ...places.map(({ name, address }) => ({ value: address, label: name })),
          ]}
          value={place ?? ''}
          onChange={({ target }) =>
            void run(() => setChat(connectionId, { on: true, place: target.value || null }), FAILED)
          }
        />
      </div>
    </>
  );
}

/** Who one is there, and whether requests come there. */
function You({ chat: { connectionId, name, you, linkHint }, busy, run }: Part) {
  const [link, setLink] = useState<ChatLink | null>(null);
  const start = async (): Promise<void> => {
    const made = await run(() => linkChat(connectionId), { failure: 'There is no code' });
    if (made) setLink(made.done);
  };
  if (you)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Checkbox
          label={`Send me requests there, as ${you.name}`}
          hint={
            <>
              Linked <Time at={you.linkedAt} />
            </>
          }
          checked={you.asks}
          disabled={busy}
          onChange={({ target }) => void run(() => chooseChat(connectionId, target.checked), FAILED)}
        />
        <Button
          size="sm"
          variant="quiet"
          busy={busy}
          aria-label={`Unlink my account in ${name}`}
          onClick={() => void run(() => unlinkChat(connectionId), FAILED)}
        >
          Unlink
        </Button>
      </div>
    );
  if (!link)
    return (
      <p>
        <Button size="sm" busy={busy} aria-label={`Link my account in ${name}`} onClick={() => void start()}>
          Link my account
        </Button>
      </p>
    );
  return (
    <div className="grid justify-items-start gap-2" aria-live="polite">
      <p className="max-w-text">
        {linkHint} The code works once, until <Time at={link.expiresAt} exact />.
      </p>
      <p>
        <span className="text-ink-2">Code </span>
        <span className="figure wrap-anywhere">{link.code}</span>
      </p>
      {link.url === null ? null : (
        <a href={link.url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          Open the chat
        </a>
      )}
    </div>
  );
}
