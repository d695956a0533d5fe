import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { BrandKit } from './brand-kit.tsx';
import { BrandEditor } from './brand-editor.tsx';
import { brandsQuery } from './queries.ts';
import { SymbolLists } from './symbol-lists.tsx';

/** Everything that a brand has: to change with an alert beside it, or to read. Without an id: a new one. */
export function BrandPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayWrite = useMay('brands:write');
  const maySeeLists = useMay('restrictions:read') === true;
  const { data, error, refetch } = useQuery(brandsQuery);
  const brand = id === undefined ? null : data?.items.find((each) => each.id === id);
  const title = brand?.name ?? (id === undefined ? 'New brand' : 'Brand');
  usePageTitle(title);
  const isEditing = mayWrite === true && data !== undefined && brand !== undefined;
  return (
    <>
      <BackLink to="/brands">Brands</BackLink>
      {isEditing ? null : <h1 className="headline pb-5 text-h2 break-words">{title}</h1>}
      {mayWrite === false && id === undefined ? (
        <NoPermission permission="brands:write" title="You can’t change brands" />
      ) : error && !data ? (
        <ErrorState
          heading="h2"
          title="The brand couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data || mayWrite === undefined ? (
        <output className="grid gap-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-10 w-72" />
          <Skeleton className="h-96 w-full" />
        </output>
      ) : brand === undefined ? (
        <ErrorState
          heading="h2"
          title="There is no such brand"
          text="It may be in another workspace."
          onRetry={() => void refetch()}
        />
      ) : brand && !mayWrite ? (
        <BrandKit brand={brand} />
      ) : (
        <BrandEditor
          key={brand?.id ?? 'new'}
          brand={brand}
          onMade={(made) => {
            // Its page finds it at once, before the list has been fetched again.
            queries.setQueryData(
              brandsQuery.queryKey,
              (known) => known && { ...known, items: [...known.items, made] },
            );
            void navigate(`/brands/${made.id}`, { replace: true });
          }}
        />
      )}
      {brand && maySeeLists ? <SymbolLists key={`symbols of ${brand.id}`} brand={brand} /> : null}
    </>
  );
}
