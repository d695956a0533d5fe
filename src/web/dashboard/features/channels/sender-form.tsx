import type { ChannelFace } from '#src/shared/channels.ts';
import type { Connection } from '#src/shared/connections.ts';
import type { Sender } from '#src/shared/senders.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { setSender } from './queries.ts';

const OVER = 'connection-id';
type Values = Record<string, string>;

/** Sets who sends for a brand, by the fields that the channel declares. */
export function SenderForm({
  sender,
  channel,
  connections,
  onDone,
}: {
  sender: Sender;
  channel: ChannelFace;
  connections: readonly Connection[];
  onDone: () => void;
}) {
  const { run } = useActOn('channels');
  const fields = channel.senderFields;
  const { onSubmit, busy, field } = useCheckedForm<Values, Values>({
    defaults: {
      [OVER]: sender.connectionId ?? '',
      ...Object.fromEntries(fields.map(({ name }) => [name, sender.settings[name] ?? ''])),
    },
    // The server knows what each field takes.
    check: (data) => ({ data }),
    submit: async ({ [OVER]: connectionId = '', ...values }, { refuse }) => {
      const { brandId, channel: kind } = sender;
      const form = {
        brandId,
        channel: kind,
        connectionId: connectionId === '' ? null : connectionId,
        fields: values,
      };
      const kept = await run(() => setSender(form), {
        onRefused: ({ message, field: name }) =>
          refuse(name !== null && name in values ? name : OVER, message),
      });
      if (!kept) return;
      toast({ title: 'Saved', description: sender.brandName });
      onDone();
    },
  });
  const choices = [
    { value: '', label: channel.hasOwnAccount ? 'Our servers' : 'Choose a connection' },
    ...connections.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form
      noValidate
      aria-label={`Who sends for ${sender.brandName} by ${channel.title}`}
      className="max-w-180"
      onSubmit={onSubmit}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <Select label="Send over" options={choices} {...field(OVER)} />
        {fields.map(({ name, label, help, placeholder }) => (
          <TextField
            key={name}
            label={label}
            hint={help ?? undefined}
            placeholder={placeholder ?? undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field(name)}
          />
        ))}
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}
