import { useState } from 'react';
import type { ChannelFace } from '#src/shared/channels.ts';
import { type Connection, type Destination, destinationFormSchema } from '#src/shared/connections.ts';
import { PLACE_FEEDS, widgetTag } from '#src/shared/public-places.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { groupWords } from '#src/web/dashboard/lib/grouping.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { GroupingForm } from './grouping-form.tsx';
import { addDestination, removeDestination, testDestination } from './queries.ts';

type AddressForm = NonNullable<ChannelFace['destination']>;

/** The places that a connection posts to. */
export function Destinations({
  connection,
  form,
  mayWrite,
  isTested,
}: {
  connection: Connection;
  /** How the channel writes a place. */
  form: AddressForm;
  mayWrite: boolean;
  /** A test alert does no harm there. */
  isTested: boolean;
}) {
  const { id, name, destinations, settings } = connection;
  // A connection that is one place.
  const isOne = form.only !== null || form.from !== null;
  const address = form.only ?? (form.from === null ? '' : (settings[form.from] ?? ''));
  return (
    <div className="mt-3">
      <ul aria-label={`Places of ${name}`} className="border-t border-line">
        {destinations.map((place) => (
          <Place key={place.id} place={place} form={form} mayWrite={mayWrite} isTested={isTested} />
        ))}
      </ul>
      {mayWrite && (!isOne || destinations.length === 0) ? (
        <AddPlace id={id} name={name} form={form} address={address} />
      ) : null}
    </div>
  );
}

function Place({
  place,
  form,
  mayWrite,
  isTested,
}: {
  place: Destination;
  form: AddressForm;
  mayWrite: boolean;
  isTested: boolean;
}) {
  const { busy, run } = useActOn('channels');
  const [isGrouping, setGrouping] = useState(false);
  const { id, name, address, publicUrl, groupMinutes } = place;
  async function remove(): Promise<void> {
    const done = await run(() => removeDestination(id), { failure: `${name} wasn’t deleted` });
    if (done) toast({ title: `${name} is deleted` });
  }
  async function test(): Promise<void> {
    const sent = await run(() => testDestination(id), { failure: `Nothing was sent to ${name}` });
    if (!sent) return;
    const { problem } = sent.done;
    toast(
      problem === null
        ? { title: 'Test sent', description: `To ${name}.` }
        : { title: 'The test may not have arrived', description: problem, variant: 'destructive' },
    );
  }
  return (
    <li className="border-b border-line py-1">
      <div className="flex flex-wrap items-center gap-x-4">
        {publicUrl === null ? (
          <span className="min-w-0 grow">
            {name}{' '}
            {form.only === null ? (
              <span className="figure text-xs wrap-anywhere text-ink-2">{address}</span>
            ) : null}
          </span>
        ) : (
          <PublicPlace url={publicUrl} name={name} />
        )}
        {mayWrite ? (
          <span className="-ml-3 flex flex-wrap sm:ml-0">
            {isTested ? (
              <Button
                variant="quiet"
                size="sm"
                busy={busy}
                aria-label={`Send test to ${name}`}
                onClick={() => void test()}
              >
                Send test
              </Button>
            ) : null}
            <Changes>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Grouping of ${name}`}
                aria-expanded={isGrouping}
                onClick={() => setGrouping(!isGrouping)}
              >
                Grouping
              </Button>
            </Changes>
            {/* What the connect form made is deleted with its connection. */}
            {form.from === null ? (
              <Button
                variant="quiet"
                size="sm"
                busy={busy}
                aria-label={`Delete ${name}`}
                onClick={() => void remove()}
              >
                Delete
              </Button>
            ) : null}
          </span>
        ) : null}
      </div>
      {groupMinutes === null || isGrouping ? null : (
        <p className="pb-1 text-ink-2">{groupWords(groupMinutes)}</p>
      )}
      {isGrouping ? <GroupingForm place={place} onClose={() => setGrouping(false)} /> : null}
    </li>
  );
}

/** Where readers find it, and what feed readers subscribe to. */
function PublicPlace({ url, name }: { url: string; name: string }) {
  const links = [
    { label: url.replace(/^https?:\/\//, ''), href: url },
    ...PLACE_FEEDS.map(({ path, title }) => ({ label: title, href: `${url}/${path}` })),
  ];
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-5">
      {links.map(({ label, href }) => (
        <a
          key={href}
          href={href}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center wrap-anywhere underline"
        >
          {label}
          <span className="sr-only"> of {name}, in a new tab</span>
        </a>
      ))}
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3"
        aria-label={`Copy widget code of ${name}`}
        onClick={() =>
          void copyText(widgetTag(url), {
            copied: 'Code copied. Paste it where your site should show the newest alerts.',
            failed: 'It wasn’t copied',
          })
        }
      >
        Copy widget code
      </Button>
    </span>
  );
}

function AddPlace({
  id,
  name,
  form: written,
  address,
}: {
  id: string;
  name: string;
  form: AddressForm;
  /** The only one that there is; '' where any can be added. */
  address: string;
}) {
  const { run } = useActOn('channels');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { name: address === '' ? '' : name, address },
    check: (values) =>
      checkBy(destinationFormSchema, values, ([first]) => (first === 'name' ? 'name' : 'address')),
    submit: async (form, { reset, refuse }) => {
      const made = await run(() => addDestination(id, form), {
        onRefused: ({ message }) => refuse('address', message),
      });
      if (!made) return;
      reset();
      toast({ title: 'Added', description: made.done.name });
    },
  });
  return (
    <form noValidate aria-label={`Add a place to ${name}`} className="mt-3" onSubmit={onSubmit}>
      <Changes className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <TextField label="Name of the place" maxLength={120} autoComplete="off" {...field('name')} />
        <TextField
          label={written.label}
          placeholder={written.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('address')}
        />
        <Button type="submit" busy={busy} className="sm:mt-7">
          Add
        </Button>
      </Changes>
    </form>
  );
}
