import { tagLabel } from './words.ts';

/** A tag, however long it is. */
export function Tag({ tag }: { tag: string }) {
  return (
    <span className="slug inline-block max-w-full rounded-xs border border-rule px-1.5 wrap-anywhere text-ink-2">
      {tagLabel(tag)}
    </span>
  );
}
