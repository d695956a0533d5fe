import { useState, type FormEvent } from 'react';
import { CHANNEL_KINDS } from '#src/shared/alerts.ts';
import { STOP_SCOPES, stopFormSchema } from '#src/shared/operator.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField } from '#src/web/ui/form.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

const SCOPE_LABELS = { all: 'Every alert', channel: 'One channel', workspace: 'One workspace' } as const;
const SCOPES = STOP_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));
const CHANNELS = CHANNEL_KINDS.map((value) => ({ value, label: value }));

/** Stops what has not gone out yet. The reason is shown to the customers whose alerts wait. */
export function StopForm() {
  const [scope, setScope] = useState<string>('workspace');
  const [channel, setChannel] = useState<string>(CHANNEL_KINDS[0]);
  const [workspace, setWorkspace] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ target?: string; reason?: string }>({});
  const { act, busy } = useAct('Nothing was stopped');

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const target = scope === 'channel' ? channel : workspace.trim();
    const read = stopFormSchema.safeParse({ scope, target, reason });
    const of = (field: string) => read.error?.issues.find(({ path }) => path[0] === field)?.message;
    const found = {
      ...(of('target') ? { target: of('target') } : {}),
      ...(of('reason') ? { reason: of('reason') } : {}),
    };
    setErrors(found as typeof errors);
    if (!read.success) return focusField(event.currentTarget, 'target' in found ? 'target' : 'reason');
    act({ path: '/stops', body: read.data, done: 'Sending stopped' });
    setReason('');
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 self-start border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
    >
      <h2 className="headline text-h4">Stop sending</h2>
      <Select
        label="What"
        name="scope"
        options={SCOPES}
        value={scope}
        onChange={(event) => setScope(event.target.value)}
      />
      {scope === 'channel' ? (
        <Select
          label="Channel"
          name="target"
          options={CHANNELS}
          value={channel}
          onChange={(event) => setChannel(event.target.value)}
        />
      ) : null}
      {scope === 'workspace' ? (
        <TextField
          label="Id of the workspace"
          name="target"
          hint="As in the address of its page under Accounts."
          autoComplete="off"
          value={workspace}
          error={errors.target}
          onChange={(event) => {
            setWorkspace(event.target.value);
            setErrors({});
          }}
        />
      ) : null}
      <TextField
        label="Why"
        name="reason"
        hint="A sentence: the customers whose alerts wait read it."
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(event.target.value);
          setErrors({});
        }}
      />
      <Button type="submit" variant="primary" busy={busy === '/stops'} className="justify-self-start">
        {busy === '/stops' ? 'Stopping...' : 'Stop'}
      </Button>
    </form>
  );
}
