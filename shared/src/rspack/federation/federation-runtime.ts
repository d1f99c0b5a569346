import { rspack } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

/**
 * Takes the federation runtime's ES modules in place of its CommonJS builds, which cannot be
 * tree-shaken. Goes after `ModuleFederationPlugin`, which sets the aliases that are rewritten here.
 */
export class FederationEsModulesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(/@module-federation\/.*\.cjs$/, (resource) => {
      resource.request = resource.request.replace(/\.cjs$/, '.js');
    }).apply(compiler);
    compiler.hooks.afterPlugins.tap('FederationEsModulesPlugin', () => {
      const alias = compiler.options.resolve.alias;
      if (alias === undefined || alias === false) return;
      for (const [name, target] of Object.entries(alias)) {
        if (name.startsWith('@module-federation/') && typeof target === 'string') {
          alias[name] = target.replace(/\.cjs$/, '.js');
        }
      }
    });
  }
}
