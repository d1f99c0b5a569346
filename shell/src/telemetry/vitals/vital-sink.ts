import type { Vital } from '@carrel/shared/contract';

/** Receives a figure in milliseconds, and the path of the screen that it is about. */
export type VitalSink = (vital: Vital, milliseconds: number, pathname: string) => void;
