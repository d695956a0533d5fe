import { useState } from 'react';
import { Link } from 'react-router';
import { StopForm } from '#src/web/admin/lib/stop-form.tsx';
import { useChannels } from '#src/web/lib/channels.ts';
import { Select } from '#src/web/ui/select.tsx';

const ALL = 'all';

/** Stops a channel, or everything, for all workspaces. */
export function WideStop() {
  const channels = useChannels();
  const [chosen, setChosen] = useState<string | null>(null);
  const what = chosen ?? channels[0]?.kind ?? ALL;
  const options = [
    ...channels.map(({ kind, title }) => ({ value: kind, label: `Alerts by ${title}` })),
    { value: ALL, label: 'Every alert' },
  ];
  return (
    <div className="border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
      <StopForm what={what === ALL ? { scope: 'all' } : { scope: 'channel', target: what }}>
        <Select
          label="What"
          name="target"
          options={options}
          value={what}
          onChange={(event) => setChosen(event.target.value)}
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
