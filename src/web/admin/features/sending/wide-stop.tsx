import { useState } from 'react';
import { Link } from 'react-router';
import { CHANNEL_KINDS, type ChannelKind } from '#src/shared/alerts.ts';
import { StopForm } from '#src/web/admin/lib/stop-form.tsx';
import { CHANNEL_LABELS } from '#src/web/lib/channels.ts';
import { Select } from '#src/web/ui/select.tsx';

const ALL = 'all';
const WHAT = [
  ...CHANNEL_KINDS.map((value) => ({ value: value as string, label: `Alerts by ${CHANNEL_LABELS[value]}` })),
  { value: ALL, label: 'Every alert' },
];

/** Stops a channel, or everything, for all workspaces. */
export function WideStop() {
  const [what, setWhat] = useState<string>(CHANNEL_KINDS[0]);
  return (
    <div className="border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
      <StopForm what={what === ALL ? { scope: 'all' } : { scope: 'channel', target: what as ChannelKind }}>
        <Select
          label="What"
          name="target"
          options={WHAT}
          value={what}
          onChange={(event) => setWhat(event.target.value)}
        />
      </StopForm>
      <p className="mt-6 text-sm text-ink-2">
        A single workspace is stopped on its page, which{' '}
        <Link className="link" to="/accounts">
          Accounts
        </Link>{' '}
        lead to.
      </p>
    </div>
  );
}
