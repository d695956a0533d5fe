import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { AlertPicture } from '#src/shared/alert-pictures.ts';
import { PICTURE_THEMES, type PictureTheme } from '#src/shared/content/picture-formats.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { pictureQuery, picturesQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { saveFile } from './save-file.ts';
import { Switch } from '#src/web/dashboard/lib/alert/switch.tsx';

const THEME_WORDS: Readonly<Record<PictureTheme, string>> = { light: 'Light', dark: 'Dark' };

/** The alert's chart and cards, to download. They are drawn when somebody scrolls to them. */
export function Pictures({ id }: { id: string }) {
  const [isSeen, setSeen] = useState(false);
  const [theme, setTheme] = useState<PictureTheme>('light');
  const [language, setLanguage] = useState<string | null>(null);
  const watch = useCallback((section: HTMLElement | null) => {
    if (!section) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  const { data, error, refetch } = useQuery({ ...picturesQuery(id, language), enabled: isSeen });
  const shown = data?.items.filter((picture) => picture.theme === theme) ?? [];
  return (
    <section ref={watch} aria-labelledby="pictures" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="pictures" className="headline text-h4">
          Pictures
        </h2>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {data && data.languages.length > 1 ? (
            <Switch
              label="Language"
              options={data.languages}
              chosen={data.languages.indexOf(data.language)}
              onChange={(at) => setLanguage(data.languages[at] ?? null)}
            />
          ) : null}
          <Switch
            label="Theme"
            options={PICTURE_THEMES.map((each) => THEME_WORDS[each])}
            chosen={PICTURE_THEMES.indexOf(theme)}
            onChange={(at) => setTheme(PICTURE_THEMES[at] ?? 'light')}
          />
        </div>
      </div>
      {error ? (
        <ErrorState
          title="The pictures couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="mt-3 h-60 w-full" />
      ) : shown.length === 0 ? (
        <p className="mt-3 text-base text-ink-2">There are no pictures until the text is written.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-1 gap-x-6 gap-y-8 border-t border-line pt-4 sm:grid-cols-2">
          {shown.map((picture) => (
            <Picture key={picture.path} picture={picture} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Picture({ picture }: { picture: AlertPicture }) {
  const { title, width, height, alt, fileName } = picture;
  const { data, error, isFetching, refetch } = useQuery(pictureQuery(picture));
  const place = useMemo(() => (data ? drawn(data) : undefined), [data]);
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <div className="flex aspect-[1056/640] items-center justify-center border border-line bg-sunk p-3">
        {error ? (
          <p role="alert" className="flex flex-col items-center gap-3 text-center text-sm text-fault">
            <span className="wrap-anywhere">This picture couldn’t be drawn. {error.message}</span>
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        ) : data ? (
          <img
            ref={place}
            alt={alt}
            width={width}
            height={height}
            className="size-auto max-h-full max-w-full"
          />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">{title}</span>
        <span className="figure text-ink-2">
          {width} × {height}
        </span>
      </p>
      <p className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={!data}
          aria-label={`Download ${title}`}
          onClick={() => data && saveFile(fileName, data)}
        >
          <Download size={14} aria-hidden="true" />
          Download
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Copy alt text of ${title}`}
          onClick={() => void copyText(alt, { copied: 'Alt text copied', failed: 'Alt text not copied' })}
        >
          <Copy size={14} aria-hidden="true" />
          Copy alt text
        </Button>
      </p>
    </li>
  );
}

/** The bytes at an address of this tab alone, for as long as the picture is shown. */
function drawn(picture: Blob) {
  return (image: HTMLImageElement): (() => void) => {
    const url = URL.createObjectURL(picture);
    image.src = url;
    return () => URL.revokeObjectURL(url);
  };
}
