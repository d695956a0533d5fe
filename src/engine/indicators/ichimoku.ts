import { donchian, type ChannelState } from './channel.ts';
import { delay, type DelayState } from './delay.ts';
import type { Indicator, Prices } from './indicator.ts';

type IchimokuState = {
  tenkan: ChannelState;
  kijun: ChannelState;
  spanB: ChannelState;
  aheadA: DelayState;
  aheadB: DelayState;
};
type Ichimoku = { tenkan: number; kijun: number; senkouA: number; senkouB: number };

/** Ichimoku Kinko Hyo: middles of channels; the two leading spans are those of `displacement` − 1 bars ago, drawn here. */
export const ichimoku = (
  {
    tenkan = 9,
    kijun = 26,
    senkouB = 52,
    displacement = 26,
  }: { tenkan?: number; kijun?: number; senkouB?: number; displacement?: number } = {},
  saved?: IchimokuState,
): Indicator<IchimokuState, Prices, Readonly<Ichimoku>> => {
  const conversion = donchian(tenkan, saved?.tenkan);
  const base = donchian(kijun, saved?.kijun);
  const span = donchian(senkouB, saved?.spanB);
  const aheadA = delay(displacement, saved?.aheadA);
  const aheadB = delay(displacement, saved?.aheadB);
  const nan = Number.NaN;
  const out: Ichimoku = { tenkan: nan, kijun: nan, senkouA: nan, senkouB: nan };
  const next = (bar: Prices): Readonly<Ichimoku> => {
    out.tenkan = conversion.next(bar).middle;
    out.kijun = base.next(bar).middle;
    const middle = span.next(bar).middle;
    if (!Number.isNaN(out.kijun)) out.senkouA = aheadA.next((out.tenkan + out.kijun) / 2);
    if (!Number.isNaN(middle)) out.senkouB = aheadB.next(middle);
    return out;
  };
  const state = {
    tenkan: conversion.state,
    kijun: base.state,
    spanB: span.state,
    aheadA: aheadA.state,
    aheadB: aheadB.state,
  };
  return { next, state };
};
