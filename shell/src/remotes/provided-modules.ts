/*
 * Remotes contain no shared modules, and the shell provides only those that are in its build. These
 * imports put in what remotes need, also where the shell itself does not use it.
 */
import '@carrel/shared/api';
import '@carrel/shared/api/guest';
import '@carrel/shared/contract';
import '@carrel/shared/contract/archive-rules';
import '@carrel/shared/contract/guest';
import '@carrel/shared/contract/organization';
import '@carrel/shared/contract/sign-in';
import '@carrel/shared/paths';
import '@carrel/shared/paths/guest';
import '@carrel/shared/paths/sign-in';
import '@carrel/shared/shell';
import '@carrel/shared/ui';
import '@carrel/shared/ui/signed-in';
// The former name of the room above, which remotes that were built earlier still import.
import '@carrel/shared/ui/workbench';
import '@hookform/resolvers/valibot';
import '@tanstack/react-query';
import 'jotai';
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-hook-form';
import 'react-router-dom';
