import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ComposedVouch, ComposePreview, ComposePreviewForm } from '#src/shared/composed.ts';
import type { Draft } from './draft.ts';
import { previewQuery } from './queries.ts';

/** Typing stops for so long before a preview is asked for (ms). */
const QUIET_MS = 400;

/**
 * What the server makes of a draft, once typing stops. Vouching is for everything that it marked.
 * `isCurrent`: it is of what stands there now.
 */
export function useLivePreview(
  draft: Draft,
  vouched: boolean,
  formOf: (draft: Draft, vouches: readonly ComposedVouch[]) => ComposePreviewForm | null,
) {
  const unvouched = JSON.stringify(formOf(draft, []));
  const [asked, setAsked] = useState(unvouched);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(unvouched), QUIET_MS);
    return () => clearTimeout(timer);
  }, [unvouched]);
  const form = JSON.parse(asked) as ComposePreviewForm | null;
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(form ?? ({} as ComposePreviewForm)),
    enabled: form !== null,
  });
  const isCurrent = asked === unvouched && data !== undefined && !isPlaceholderData;
  const vouches: ComposedVouch[] = vouched
    ? (data?.findings ?? []).flatMap(({ verdict, at, found }) => (verdict === 'vouch' ? [{ at, found }] : []))
    : [];
  const preview: ComposePreview | undefined = data && {
    ...data,
    findings: data.findings.map((finding) => ({
      ...finding,
      vouched: vouched && finding.verdict === 'vouch',
    })),
  };
  return { preview, error, isCurrent, vouches };
}
