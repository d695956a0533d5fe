import type { ChannelFace } from '#src/shared/channels.ts';
import { ChannelMark } from '#src/web/ui/channel-mark.tsx';

/** Channels that need no connection: readers turn them on themselves. */
export function Ready({ channels }: { channels: readonly ChannelFace[] }) {
  if (channels.length === 0) return null;
  return (
    <section aria-labelledby="ready" className="mt-12">
      <h2 id="ready" className="headline text-h3">
        Ready without a connection
      </h2>
      <ul aria-label="Channels that need no connection" className="mt-3 border-t border-rule">
        {channels.map(({ kind, title, summary }) => (
          <li key={kind} className="flex gap-4 border-b border-line py-4">
            <ChannelMark kind={kind} className="mt-0.5" />
            <div className="min-w-0">
              <p className="text-base font-medium">{title}</p>
              <p className="text-sm text-ink-2">
                {summary} Readers turn them on after they sign up and on their preferences page.{' '}
                <a href={`/documentation/${kind}`} className="underline">
                  How it works<span className="sr-only">: {title}</span>
                </a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
