import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DocumentItem, formatBytes, TEXT_PREVIEW_BYTES } from '#src/shared/documents/documents.ts';
import { DOCUMENT_KINDS } from '#src/shared/documents/kinds.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { fetchContent } from '../queries.ts';

/** A safe preview of a document: pictures are drawn, texts are shown as text, the rest is only named. */
export function Preview({ document }: { document: DocumentItem }) {
  const { preview } = DOCUMENT_KINDS[document.kind];
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="headline text-h4">
        Preview
      </h2>
      <div className="mt-3 border-t border-line pt-4">
        {preview === 'image' ? (
          <Picture document={document} />
        ) : preview === 'text' ? (
          <Text document={document} />
        ) : (
          <p className="max-w-text text-base text-ink-2">{whyNot(document.kind)}</p>
        )}
      </div>
    </section>
  );
}

function whyNot(kind: DocumentItem['kind']): string {
  if (kind === 'svg' || kind === 'html')
    return 'A file of this type can hold programs, so it is never opened here, where you are signed in. Download it, and open it where you trust it.';
  if (kind === 'pdf')
    return 'PDFs aren’t previewed here, because they can contain scripts. Download it and open it in your PDF reader.';
  return 'Office documents aren’t previewed here. Download it and open it in your own program.';
}

/** Bytes of an open document do not change: they are asked for once. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 };

function Picture({ document: { id, name, sha256 } }: { document: DocumentItem }) {
  const [broken, setBroken] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['document-picture', sha256],
    queryFn: async ({ signal }) => (await fetchContent(id, { signal })).blob(),
    ...KEPT,
  });
  const place = useMemo(() => (data ? drawn(data) : undefined), [data]);
  if (error) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (broken)
    return <p className="text-base text-ink-2">We can’t show this picture. The file may be damaged.</p>;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <img
      ref={place}
      alt={name}
      onError={() => setBroken(true)}
      className="max-h-[70vh] max-w-full border border-line bg-raised"
    />
  );
}

/** The bytes at an address of this tab alone, for as long as the picture stands. */
function drawn(picture: Blob) {
  return (image: HTMLImageElement): (() => void) => {
    const url = URL.createObjectURL(picture);
    image.src = url;
    return () => URL.revokeObjectURL(url);
  };
}

/** Prose is broken to the width; lines that stand in columns are not. */
const wraps = (kind: DocumentItem['kind']): boolean => kind === 'text' || kind === 'markdown';

function Text({ document: { id, kind, size, sha256, charset, name } }: { document: DocumentItem }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document-text', sha256],
    queryFn: async ({ signal }) => {
      const answer = await fetchContent(id, { end: TEXT_PREVIEW_BYTES - 1, signal });
      return new TextDecoder(charset ?? 'utf-8').decode(await answer.arrayBuffer());
    },
    ...KEPT,
  });
  if (error) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 w-full" />;
  const cut = size > TEXT_PREVIEW_BYTES;
  return (
    <>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={`Text of ${name}`}
        className="max-h-[70vh] overflow-auto border border-line bg-raised px-4 py-4"
      >
        <pre className={cx('figure text-sm', wraps(kind) ? 'break-words whitespace-pre-wrap' : 'w-max')}>
          {cut ? data.replace(/\uFFFD+$/, '') : data}
        </pre>
      </section>
      {cut ? (
        <p className="mt-2 text-sm text-ink-2">
          The first {formatBytes(TEXT_PREVIEW_BYTES)} of {formatBytes(size)}. Download it to read on.
        </p>
      ) : null}
    </>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return <ErrorState title="The preview couldn’t be loaded" text={text} onRetry={onRetry} />;
}
