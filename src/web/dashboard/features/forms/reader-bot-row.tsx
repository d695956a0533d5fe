import { useState } from 'react';
import type { ReaderBot } from '#src/shared/reader-bots.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { removeReaderBot } from './queries.ts';

const imageOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A brand's bot, its link, and the link as a QR code. */
export function ReaderBotRow({
  bot,
  mayWrite,
  onEdit,
}: {
  bot: ReaderBot;
  mayWrite: boolean;
  onEdit: () => void;
}) {
  const { run } = useActOn('contacts');
  const titleOf = useChannelTitle();
  const [asking, setAsking] = useState(false);
  const { brand, channel, audience, practice, subscribers, url } = bot;
  const title = titleOf(channel);
  const image = imageOf(bot.qr);
  return (
    <li className="border-b border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="text-base font-semibold wrap-anywhere">
            {brand} on {title} {practice ? <Badge>Practice</Badge> : null}
          </h3>
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
            @{bot.bot} · {audience === null ? 'no list' : `adds people to “${audience}”`}
          </p>
          <p className="mt-1 text-sm text-ink-2">
            <span className="figure">{subscribers}</span> {subscribers === 1 ? 'person gets' : 'people get'}{' '}
            alerts there
          </p>
          <p className="mt-2 text-sm wrap-anywhere">
            <a href={url} target="_blank" rel="noreferrer" className="link">
              {url}
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() => void copyText(url, { copied: 'Link copied', failed: 'The link wasn’t copied' })}
          >
            Copy link
          </Button>
          {mayWrite ? (
            <Changes className="flex flex-wrap gap-2">
              <Button size="sm" onClick={onEdit}>
                Edit
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
                Stop
              </Button>
            </Changes>
          ) : null}
        </div>
      </div>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2">QR code</summary>
        <img
          src={image}
          alt={`QR code of the link to ${brand} on ${title}`}
          width={192}
          height={192}
          className="border border-line bg-white"
        />
        <a href={image} download={`${bot.bot}.svg`} className="link mt-2 inline-flex min-h-11 items-center">
          Download SVG
        </a>
      </details>
      <ConfirmDialog
        open={asking}
        title={`Stop “${brand}” on ${title}?`}
        text="The links stop working, and people get nothing more there. Contacts stay, with their consents."
        confirmLabel="Stop"
        onConfirm={() =>
          void run(() => removeReaderBot(bot.brandId), { failure: 'Subscribing wasn’t stopped' })
        }
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
