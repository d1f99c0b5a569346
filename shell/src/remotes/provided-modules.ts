/*
 * Remotes bring no shared module of their own, and the shell provides one only where its own build
 * meets it. What remotes need and the shell itself may not use is met here.
 */
import '@carrel/shared/api';
import '@carrel/shared/contract';
import '@carrel/shared/contract/archive-rules';
import '@carrel/shared/paths';
import '@carrel/shared/shell';
import '@carrel/shared/ui';
import '@carrel/shared/ui/signed-in';
// What the room above was called: remotes that were built before ask for it.
import '@carrel/shared/ui/workbench';
import '@hookform/resolvers/valibot';
import '@tanstack/react-query';
import 'jotai';
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-hook-form';
import 'react-router-dom';
