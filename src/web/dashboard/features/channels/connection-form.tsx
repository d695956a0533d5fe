import type { ChannelFace, ChannelField } from '#src/shared/channels.ts';
import type { Connection, UnknownPolicy } from '#src/shared/connections.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { addConnection, changeConnection } from './queries.ts';

const NAME = 'connection-name';
const UNKNOWN = 'when-unknown';
const POLICIES: readonly { value: UnknownPolicy; label: string }[] = [
  { value: 'ask', label: 'A member decides' },
  { value: 'resend', label: 'Send it again' },
  { value: 'leave', label: 'Leave it' },
];
const policyOf = (value: string | undefined) => POLICIES.find((each) => each.value === value)?.value;
type Values = Record<string, string>;

/** What the form sends: a secret that is left empty stays as it was. */
const sent = (fields: readonly ChannelField[], values: Values, isNew: boolean): Values =>
  Object.fromEntries(
    fields
      .filter(({ name, secret }) => isNew || !secret || (values[name] ?? '') !== '')
      .map(({ name }) => [name, values[name] ?? '']),
  );

/** Random bytes in Base64, behind the prefix that its receiver expects. */
function madeSecret({ prefix, bytes }: NonNullable<ChannelField['makes']>): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return prefix + btoa(String.fromCharCode(...random));
}

/** Connects an account or changes one, by the fields that its channel declares. */
export function ConnectionForm({
  channel,
  connection,
  onDone,
}: {
  channel: ChannelFace;
  connection: Connection | null;
  onDone: () => void;
}) {
  const { run } = useActOn('channels');
  const { fields, steps, title } = channel;
  const known = connection?.settings ?? {};
  const { onSubmit, busy, field, watch, set } = useCheckedForm<Values, Values>({
    defaults: {
      [NAME]: connection?.name ?? title,
      ...(connection?.whenUnknown && { [UNKNOWN]: connection.whenUnknown }),
      ...Object.fromEntries(
        fields.map(({ name, options }) => [name, known[name] ?? options[0]?.value ?? '']),
      ),
    },
    // The server knows what each field takes, and asks the provider.
    check: (data) => ({ data }),
    submit: async (values, { refuse }) => {
      const form = { name: values[NAME] ?? '', fields: sent(fields, values, connection === null) };
      const kept = await run(
        () =>
          connection
            ? changeConnection(connection.id, { ...form, whenUnknown: policyOf(values[UNKNOWN]) })
            : addConnection({ channel: channel.kind, ...form }),
        {
          onRefused: ({ message, field: name }) =>
            refuse(name !== null && name in values ? name : (fields[0]?.name ?? NAME), message),
        },
      );
      if (!kept) return;
      toast({ title: connection ? 'Changed' : 'Connected', description: kept.done.name });
      onDone();
    },
  });
  // The first option is chosen until another is.
  const chosen = (name: string): string =>
    watch(name) ?? known[name] ?? fields.find((each) => each.name === name)?.options[0]?.value ?? '';
  const shown = fields.filter(
    ({ showsFor }) => !showsFor || showsFor.values.includes(chosen(showsFor.field)),
  );
  async function make(name: string, how: ChannelField['makes']): Promise<void> {
    if (!how) return;
    const secret = madeSecret(how);
    const isCopied = await copyText(secret, {
      copied: 'Secret copied. Store it at your endpoint: it isn’t shown again.',
      failed: 'No secret was generated',
      instead: 'Enter one of your own.',
    });
    // One that nobody has a copy of would be of no use.
    if (isCopied) set(name, secret);
  }
  return (
    <form
      noValidate
      aria-label={connection ? `Change ${connection.name}` : `Connect ${title}`}
      className="max-w-180"
      onSubmit={onSubmit}
    >
      {connection ? null : (
        <ol className="mb-5 grid max-w-text list-decimal gap-1 pl-5 text-sm text-ink-2">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          hint="How your team recognizes it."
          maxLength={120}
          autoComplete="off"
          {...field(NAME)}
        />
        {shown.map((each) => (
          <Control
            key={each.name}
            field={each}
            isKept={connection?.secrets.includes(each.name) ?? false}
            control={field(each.name)}
            onMake={each.makes ? () => void make(each.name, each.makes) : null}
          />
        ))}
        {connection?.whenUnknown ? (
          <Select
            label="If no response comes"
            hint="The message may have arrived. Sent again, it may be there twice."
            options={POLICIES}
            {...field(UNKNOWN)}
          />
        ) : null}
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {connection ? 'Check and save' : 'Check and connect'}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}

type Registered = ReturnType<ReturnType<typeof useCheckedForm<Values, Values>>['field']>;

function Control({
  field,
  isKept,
  control,
  onMake,
}: {
  field: ChannelField;
  isKept: boolean;
  control: Registered;
  /** Fills in a new secret; null where the provider gives it out. */
  onMake: (() => void) | null;
}) {
  const label = field.required ? field.label : `${field.label} (optional)`;
  if (field.input === 'choice')
    return <Select label={label} hint={field.help ?? undefined} options={field.options} {...control} />;
  if (field.input === 'lines')
    return (
      <div className="sm:col-span-2">
        <TextArea
          label={label}
          hint={field.help ?? undefined}
          placeholder={field.placeholder ?? undefined}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
        />
      </div>
    );
  return (
    <TextField
      label={label}
      aside={
        onMake ? (
          <Button size="sm" variant="quiet" aria-label={`Generate: ${field.label}`} onClick={onMake}>
            Generate
          </Button>
        ) : null
      }
      hint={isKept ? 'Leave it empty to keep the one you saved.' : (field.help ?? undefined)}
      placeholder={field.placeholder ?? undefined}
      type={field.secret ? 'password' : 'text'}
      inputMode={field.input === 'number' ? 'numeric' : undefined}
      autoComplete={field.secret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      {...control}
    />
  );
}
