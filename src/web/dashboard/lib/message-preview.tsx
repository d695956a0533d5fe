import type { PreviewPictures } from '#src/shared/content/preview-pictures.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

type Shown = { title?: string; src: string; alt: string; width?: number; height?: number };

/** A chat message or a post as it is read there: its text, the pictures that go out with it, and its buttons. */
export function MessagePreview({
  label,
  text,
  pictures,
  isCaption,
  buttons,
}: {
  label: string;
  text: string;
  /** Null: on their way. */
  pictures: readonly Shown[] | null;
  /** A caption is read below its picture. */
  isCaption: boolean;
  buttons?: readonly { label: string; url: string }[];
}) {
  return (
    <figure aria-label={label} className="border border-line bg-raised">
      <div className={cx('flex', isCaption ? 'flex-col-reverse' : 'flex-col')}>
        <p className="p-4 text-base wrap-anywhere whitespace-pre-wrap">{text}</p>
        {pictures === null ? <Skeleton className="aspect-[5/3] w-full max-w-lg" /> : null}
        {pictures?.map(({ title, alt, ...picture }) => (
          <div key={picture.src}>
            {/* A page has its chart, and a card for links to it. */}
            {pictures.length > 1 && title !== undefined ? (
              <p className="border-t border-line px-4 py-2 text-sm text-ink-2">{title}</p>
            ) : null}
            <img {...picture} alt={alt} className="block h-auto w-full max-w-lg" />
          </div>
        ))}
      </div>
      {buttons && buttons.length > 0 ? (
        <ul className="border-t border-line text-sm">
          {buttons.map(({ label: said, url }) => (
            <li key={url} className="border-b border-line px-4 py-3 last:border-b-0">
              <span className="font-medium">{said}</span>
              <span className="block text-ink-3 wrap-anywhere">{url}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </figure>
  );
}

/** Why a picture is missing. */
export function PictureProblem({ pictures }: { pictures: PreviewPictures | null }) {
  if (!pictures?.problem) return null;
  return <p className="mt-2 text-sm text-fault">{pictures.problem} The message goes out without it.</p>;
}
